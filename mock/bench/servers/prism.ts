import { dirname, join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { ServerKind } from './kind';

const COMMAND = join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js');

/**
 * Prism's `mock` on the same document, with its default flags. It wants a credential but takes any, validates, and answers
 * the document's first example, so its list is shorter than the others'. It keeps nothing and counts nothing.
 */
export const prism = (contract: Contract): ServerKind => ({ ...prismWith(contract, []), id: 'prism' });

/**
 * By default it tells of each request, and of what it finds wrong with the rate-limit headers that it makes up itself, and
 * that takes it two thirds of its time. Nobody is to say that the mock is ahead by that alone.
 */
export const silentPrism = (contract: Contract): ServerKind => ({
  ...prismWith(contract, ['--verboseLevel', 'silent']),
  id: 'silent-prism',
});

const prismWith = ({ source }: Contract, flags: readonly string[]): Omit<ServerKind, 'id'> => ({
  // It passes over the prefix of the document's servers.
  prefix: '',
  // It is so far behind that its figure needs less care, and the time is better spent on the others.
  every: 2,
  args: (port) => [COMMAND, 'mock', '--host', '127.0.0.1', '--port', `${port}`, ...flags, source.name],
});
