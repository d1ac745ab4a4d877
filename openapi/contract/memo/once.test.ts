import { once } from './once';

test('a value is made when it is first asked for, and not again', () => {
  const make = jest.fn(() => ({}));
  const value = once(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledTimes(1);
});

test('a promise that was rejected is not kept', async () => {
  const make = jest
    .fn(async () => 'made')
    .mockImplementationOnce(async () => {
      throw new Error('not yet');
    });
  const value = once(make);
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe('made');
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledTimes(2);
});
