/**
 * A step of the build: reads the shipped documents with every check, and writes their digests for `isPrevalidated`; and what of the
 * package's files a bundle for pages needs.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { packageFile, packageText } from '../package/package-file';
import { parseYaml } from './document/yaml';
import { CONTROL_DOCUMENT, ContractError, loadContract, SHIPPED_DOCUMENT } from './index';
import { parseJson, stringifyJson } from './json/json';
import { PREVALIDATED_FILE } from './prevalidated';

async function prevalidate(): Promise<void> {
  rmSync(PREVALIDATED_FILE, { force: true });
  const contracts = await Promise.all([SHIPPED_DOCUMENT, CONTROL_DOCUMENT].map((name) => loadContract(name)));
  writeFileSync(packageFile('dist/baked.json'), JSON.stringify(baked()));
  writeFileSync(PREVALIDATED_FILE, `${JSON.stringify({ sha256: contracts.map(({ source }) => source.sha256) })}\n`);
}

/** Where a text is asked for as it is, that too; of what is read, JSON without blanks. */
function baked(): Readonly<Record<string, { readonly text?: string; readonly json?: string }>> {
  const parsed = (path: string) => stringifyJson(parseYaml(path, packageText(path)));
  const json = (path: string) => ({ text: stringifyJson(parseJson(packageText(path))) });
  const document = 'openapi/animal-store.yaml';
  return {
    [document]: { text: packageText(document), json: parsed(document) },
    ...Object.fromEntries(
      ['openapi/control.yaml', 'openapi/silences.yaml'].map((path) => [path, { json: parsed(path) }]),
    ),
    ...Object.fromEntries(
      ['openapi/extensions.schema.json', 'fixtures/animals.json', 'fixtures/api-keys.json'].map((path) => [
        path,
        json(path),
      ]),
    ),
  };
}

prevalidate().catch((error: unknown) => {
  console.error(error instanceof ContractError ? error.message : error);
  process.exitCode = 2;
});
