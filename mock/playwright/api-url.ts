/**
 * The base URL that the page knows the API by, without a slash at its end; undefined where it knows no other than the mock's.
 *
 * @param apiUrl a URL, or a path below Playwright's `baseURL`
 * @throws Error for what is neither
 */
export function readApiUrl(apiUrl: string | undefined, baseURL: string | undefined): string | undefined {
  if (apiUrl === undefined) return undefined;
  // Playwright's baseURL would make a path of any other text, too, such as a host that lacks its scheme.
  if (/^(https?:\/)?\//i.test(apiUrl) && URL.canParse(apiUrl, baseURL)) {
    const { origin, pathname, protocol } = new URL(apiUrl, baseURL);
    if (protocol === 'http:' || protocol === 'https:') return origin + pathname.replace(/\/+$/, '');
  }
  throw new Error(
    `apiUrl: expected a URL such as https://api.example.test/v1, or a path below baseURL such as /api, not ${JSON.stringify(apiUrl)}` +
      `${baseURL === undefined ? '; there is no baseURL' : ''}.`,
  );
}
