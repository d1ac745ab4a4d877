import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const all = mkdtempSync(join(tmpdir(), 'test-'));
afterAll(() => rmSync(all, { recursive: true, force: true }));

/** A new folder, which is removed once the tests of the file have ended. */
export const temporaryFolder = (): string => mkdtempSync(join(all, 'folder-'));
