import { sessionName } from './session-name';

test.each([
  ['checkout: pays twice · 😀', 'checkout: pays twice · 😀'],
  [' a\ttitle\u2028in\r\nlines\u0000', 'a title in lines'],
  ['𝄞'.repeat(200), '𝄞'.repeat(200)],
  ['𝄞'.repeat(201), `${'𝄞'.repeat(199)}…`],
  [`${'x'.repeat(200)}\n`, 'x'.repeat(200)],
  ['', undefined],
  [' \n\u0007 ', undefined],
])('of the text %j the name is %j', (given, name) => {
  expect(sessionName(given, (text) => text)).toBe(name);
});

test('what is to be hidden is hidden before the name is cut', () => {
  const hide = (text: string) => text.replaceAll('demo-pro', 'hidden');
  expect(sessionName(`${'x'.repeat(190)} demo-pro`, hide)).toBe(`${'x'.repeat(190)} hidden`);
  expect(sessionName(`${'x'.repeat(196)} demo-pro`, hide)).toBe(`${'x'.repeat(196)} hi…`);
});
