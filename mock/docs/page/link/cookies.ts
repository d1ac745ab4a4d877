/** By their names. */
type Cookies = readonly (readonly [name: string, value: string])[];

/**
 * Does something while the page has cookies, since it can't set the header `Cookie` itself.
 *
 * @param store  of the page; browsers have it on https and on loopback alone
 * @throws Error with a message for people, where there is no store
 */
export async function withCookies<T>(
  store: CookieStore | undefined,
  cookies: Cookies,
  act: () => Promise<T>,
): Promise<T> {
  if (cookies.length === 0) return act();
  if (store === undefined) throw new Error('Pages set cookies on https or loopback only. The curl line sends them.');
  await Promise.all(cookies.map(([name, value]) => store.set(name, value)));
  try {
    return await act();
  } finally {
    await Promise.all(cookies.map(([name]) => store.delete(name)));
  }
}
