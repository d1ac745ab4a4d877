const sessionForEachTest = require('./session');
const shopWindow = require('./shop');

const session = sessionForEachTest();
const look = () => shopWindow(process.env.MOCK, session.current.apiKeys.free);

test('the window shows what is for sale', async () => {
  await session.current.restore({ records: { pets: [{ id: 1, name: 'Rex', categoryId: 1, status: 'available' }] } });
  expect(await look()).toBe('Rex');
});

test('the window says that nothing is left', async () => {
  await session.current.restore({ records: { pets: [] } });
  expect(await look()).toBe('Sold out');
  expect(await session.current.requests()).toMatchObject([{ operationId: 'listPets', status: 200 }]);
});
