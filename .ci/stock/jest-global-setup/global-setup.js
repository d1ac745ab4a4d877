/** One mock for all test files; `MOCK` tells them and the program under test where it is. */
const { startMock } = require('animal-store-contract');

module.exports = async () => {
  globalThis.mock = await startMock();
  process.env.MOCK = globalThis.mock.baseUrl;
};
