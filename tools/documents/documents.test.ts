import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../openapi/package/package-file';
import { startProgram } from '../../openapi/program/testing/child';

/** Documents that others have published, and an independent judge of what a mock makes of them, beside the checkout. */
const FOLDER = packageFile('../shared/documents');
const JUDGE = join(FOLDER, 'trial.mjs');
/** Small ones of different habits: natural keys, wrappers, HTTP Basic, links, one envelope for all. */
const SOME = ['museum', 'oai-link-example', 'oai-petstore-expanded', 'petstore', 'realworld'];

const isThere = existsSync(JUDGE);
if (!isThere) console.info(`not tried on published documents: ${FOLDER} is not there`);

/** What the judge says of a document. */
interface Row {
  readonly name: string;
  readonly ours: {
    readonly error?: string;
    readonly b: Readonly<Record<string, number>> & { readonly faults: readonly object[] };
    readonly suite: { readonly code: number; readonly violations: readonly object[] };
  };
}

(isThere ? test : test.skip)(
  'on published documents most operations are right, what is created is there, and the suite is clean',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trial-'));
    const file = join(folder, 'rows.json');
    const args = [packageFile('.'), '--no-prism', '--only', SOME.join(','), '--json', file];
    await startProgram(JUDGE, args, process.env).ended();
    // The judge writes rows of that form.
    const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[];
    rmSync(folder, { recursive: true });
    expect(rows.map(({ name }) => name)).toEqual(SOME);
    for (const { name, ours } of rows) {
      const { error, b, suite } = ours;
      expect({ name, error, code: suite.code, violations: suite.violations }).toEqual({
        ...{ name, error: undefined, code: 0, violations: [] },
      });
      const { server, invalid, lost, created, readable, listed, listable, faults } = b;
      expect({ name, server, invalid, lost, readable, listed, faults }).toEqual({
        ...{ name, server: 0, invalid: 0, lost: 0, readable: created, listed: listable, faults },
      });
    }
    const sum = (count: string): number => rows.reduce((total, { ours }) => total + (ours.b[count] ?? 0), 0);
    expect(sum('ok') / sum('operations')).toBeGreaterThanOrEqual(0.9);
  },
  120_000,
);
