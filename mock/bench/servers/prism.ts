import { dirname, join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { ServerKind } from './kind';

const COMMAND = join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js');

/**
 * Prism's `mock` on the same document. It wants a credential but takes any, validates, and answers the document's first
 * example, so its list is shorter than the others'. It keeps nothing and counts nothing. Its log is silenced, which helps
 * it: it would complain of its own rate-limit headers at each request.
 */
export const prism = ({ source }: Contract): ServerKind => ({
  id: 'prism',
  // It passes over the prefix of the document's servers.
  prefix: '',
  // It is so far behind that its figure needs less care, and the time is better spent on the others.
  every: 2,
  args: (port) => [
    COMMAND,
    'mock',
    '--host',
    '127.0.0.1',
    '--port',
    `${port}`,
    '--verboseLevel',
    'silent',
    source.name,
  ],
});
