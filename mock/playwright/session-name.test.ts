import { sessionName } from './session-name';

test.each([
  [['shop.spec.ts', 'the shop', 'is open'], 'shop.spec.ts › the shop › is open'],
  [['a\ttitle\u2028in\r\nlines'], 'a title in lines'],
  [['𝄞'.repeat(300)], '𝄞'.repeat(200)],
])('the title %j becomes a name that a session may have', (titlePath, name) => {
  expect(sessionName(titlePath)).toBe(name);
});
