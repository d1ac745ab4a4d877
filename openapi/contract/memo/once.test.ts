import { once } from './once';

test('a value is made when it is first asked for, and not again', () => {
  const make = jest.fn(() => ({}));
  const value = once(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledTimes(1);
});
