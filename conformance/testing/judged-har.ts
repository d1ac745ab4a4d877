import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../../openapi/contract';
import { openHar } from '../traffic/har-file';
import { judgeRecordings } from '../traffic/judge-recordings';
import { indexOf } from '../traffic/traffic-index';
import { harText } from './har';

/** Judges recordings, each of these entries, without the program. */
export async function judgedHar(
  contract: Contract,
  recordings: readonly (readonly unknown[])[],
  baseUrl: string,
  isComplete = false,
): Promise<ReturnType<typeof judgeRecordings>> {
  const folder = mkdtempSync(join(tmpdir(), 'har-'));
  const paths = recordings.map((entries, index) => {
    const path = join(folder, `${index}.har`);
    writeFileSync(path, harText(entries));
    return path;
  });
  const files = await Promise.all(paths.map(openHar));
  try {
    const choice = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };
    return judgeRecordings(contract, files.map(indexOf), { ...choice, baseUrl, isComplete });
  } finally {
    for (const file of files) file.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
