import { keysOf } from './page/model/worlds';

test('the address of a caller without a key is not a key, and a key may have an address as its name', () => {
  const names = ['free', 'address book', 'address', 'my address 127.0.0.1', 'address a.b.c.d', 'address 1'];
  const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1', 'fe80::1%eth0', 'unknown'].map((one) => `address ${one}`);
  expect(keysOf([...names, ...addresses].map((name) => ({ name })))).toEqual(names);
});
