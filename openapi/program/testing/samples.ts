import { readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../../package/package-file';

interface Sample {
  readonly page: string;
  readonly language: string;
  /** What its info string names it: `` ```js sample=shop.test.js ``. */
  readonly name: string | undefined;
  readonly text: string;
}

const PAGES = [
  'README.md',
  ...readdirSync(packageFile('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** All blocks of code in the papers. `.ci/stock/try.mjs` reads them in the same way. */
export const SAMPLES: readonly Sample[] = PAGES.flatMap((page) =>
  [...readFileSync(packageFile(page), 'utf8').matchAll(/^```(\w+)(?: sample=(\S+))?\n(.*?)^```$/gms)].map(
    ([, language = '', name, text = '']) => ({ page, language, name, text }),
  ),
);

/** The one sample of this name, wherever it stands. */
export function sampleOf(name: string): string {
  const [found, ...others] = SAMPLES.filter((sample) => sample.name === name);
  if (found === undefined || others.length > 0) throw new Error(`The papers have not one sample=${name}`);
  return found.text;
}
