import contract = require('animal-store-contract');

export async function opened(): Promise<string | undefined> {
  const mock: contract.Mock = await contract.createMock();
  const session: contract.SessionClient = await mock.session({ plans: 'unlimited' });
  return session.apiKeys.free;
}
