import { type Contract, type Operation, replyFor } from '../../openapi/contract';
import { sample } from '../values/sample';
import type { Source } from '../values/source';

/** The `Location` of a redirection (RFC 9110 §15.4): as the document describes it, else the base URL. A 304 has none. */
export function redirection(
  operation: Operation,
  status: number,
  { prefix }: Contract,
  source: Source,
): Readonly<Record<string, string>> {
  if (status === 304) return {};
  const header = replyFor(operation, status)?.headers.find(({ name }) => name.toLowerCase() === 'location');
  const described = header && (header.examples[0]?.value ?? sample(header.schema, source));
  const isPlain = typeof described === 'string' && /^[\x21-\x7e]+$/.test(described);
  return { Location: isPlain ? described : `${prefix}/` };
}
