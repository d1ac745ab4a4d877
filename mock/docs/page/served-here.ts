/**
 * The document with the mock as its only server, so that the page sends every request to the mock, whatever servers the
 * document, its paths or its operations name.
 */
export function servedHere(document: object, url: string): object {
  const paths = Object.entries('paths' in document ? Object(document.paths) : {}).map(([path, item]) => [
    path,
    withoutServers(Object.fromEntries(Object.entries(Object(item)).map(([key, part]) => [key, withoutServers(part)]))),
  ]);
  return { ...document, servers: [{ url, description: 'This mock' }], paths: Object.fromEntries(paths) };
}

function withoutServers(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).filter(([key]) => key !== 'servers'));
}
