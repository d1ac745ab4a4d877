import { dirname, join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { ServerKind } from './kind';

const COMMAND = join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js');

/**
 * Prism's `mock` on the same document, with its default flags. It requires a credential but accepts any, validates, and
 * answers with the document's first example, so its list is shorter than the others'. It has no state and no allowances.
 */
export const prism = (contract: Contract): ServerKind => ({ ...prismWith(contract, []), id: 'prism' });

/**
 * By default Prism logs each request, and what is wrong with the rate limit headers that it makes up itself, which takes
 * two thirds of its time. It is silenced so that the mock does not win by that alone.
 */
export const silentPrism = (contract: Contract): ServerKind => ({
  ...prismWith(contract, ['--verboseLevel', 'silent']),
  id: 'silent-prism',
});

const prismWith = ({ source }: Contract, flags: readonly string[]): Omit<ServerKind, 'id'> => ({
  // It ignores the prefix of the document's servers.
  prefix: '',
  // It is so much slower that its figure needs less precision.
  every: 2,
  args: (port) => [COMMAND, 'mock', '--host', '127.0.0.1', '--port', `${port}`, ...flags, source.name],
});
