/** Makes `api.d.ts` by the script of the page, and `plain.d.ts` by its command line. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startMock } from 'animal-store-contract';

const mock = await startMock();
process.env.MOCK = mock.baseUrl;
await import('./types.mjs');
await promisify(execFile)('npx', ['openapi-typescript', new URL('/openapi.json', mock.baseUrl).href, '-o', 'plain.d.ts']);
await mock.close();
