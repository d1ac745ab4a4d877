/** Gives each test of a file a session of its own, named after the test. */
const { connectMock } = require('animal-store-contract');

module.exports = function sessionForEachTest() {
  let mock;
  let session;
  beforeAll(async () => {
    mock = await connectMock(process.env.MOCK);
  });
  beforeEach(async () => {
    session = await mock.session({ name: expect.getState().currentTestName });
  });
  afterEach(() => session.close());
  return {
    /** The session of the test that runs. */
    get current() {
      return session;
    },
  };
};
