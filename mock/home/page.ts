import type { Home, Places } from './model';

/**
 * The home as a page, which needs no script to be read.
 *
 * @param toRoot the way from the address that was asked to the root, such as `../`
 */
export function pageOf({ contract, ready, version, baseUrl, links }: Home, toRoot: string): string {
  const title = `${escaped(contract.title)} ${escaped(contract.version)}`;
  const base = toRoot + baseUrl.slice(1);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}, mocked</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${toRoot}home/style.css">
    <script type="module" src="${toRoot}home/main.js"></script>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${ready ? READY : SHUTTING_DOWN}</p>
      <h2>Base URL</h2>
      <p class="base"><a id="base-url" href="${escaped(base === '' ? './' : base)}">${escaped(baseUrl === '' ? '/' : baseUrl)}</a></p>
      <h2>Where to go</h2>
      <ul>
        ${PLACES.flatMap(([name, words, what]) => placeOf(links[name], words, what)).join('\n        ')}
      </ul>
    </main>
    <footer>Mock ${escaped(version)}</footer>
  </body>
</html>
`;
}

const READY = 'A mock of this API runs here. It answers as its contract says, and remembers what it is sent.';
const SHUTTING_DOWN = 'The mock of this API that runs here is shutting down.';

/** Name, words and meaning of each link, in the order of the page. */
const PLACES: readonly (readonly [name: keyof Places, words: string, what: string])[] = [
  ['console', 'Console', 'See requests as they come in; set the clock, the allowances, the records and faults.'],
  ['reference', 'API reference', 'Read what the API takes and replies, and try it.'],
  ['contract', 'Contract as JSON', 'The OpenAPI document that is mocked.'],
  ['contractYaml', 'Contract as YAML', 'The same document as it was written.'],
  ['health', 'Health', 'Whether the mock is ready, for programs that start it or look after it.'],
];

function placeOf(path: string | undefined, words: string, what: string): readonly string[] {
  return path === undefined ? [] : [`<li><a href="${escaped(path)}">${words}</a> <span>${what}</span></li>`];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
