import { type Contract, type Header, type Operation, replyFor } from '../../../openapi/contract';
import type { Law } from './model';

/** A reply has the headers of the allowance that the document requires in it, each a value of its schema. */
export const rateHeaders: Law = {
  id: 'rate-headers',
  judge({ reply: { status, headers }, contract, match, isControl }) {
    if (isControl) return undefined;
    const operation = match?.kind === 'operation' ? match.operation : undefined;
    const missing = requiredIn(contract, operation, status).filter(({ name }) => !headers.has(name.toLowerCase()));
    return missing.length === 0 ? undefined : `a ${status} without ${missing.map(({ name }) => name).join(', ')}`;
  },
};

function requiredIn(contract: Contract, operation: Operation | undefined, status: number): readonly Header[] {
  const documented = operation && replyFor(operation, status);
  const all = documented?.headers ?? (status < 400 ? [] : ofEveryError(contract));
  return all.filter(({ required, allowance }) => required && allowance !== undefined);
}

/** What no error of the document goes without, which holds for paths that it does not have, too. */
function ofEveryError({ operations }: Contract): readonly Header[] {
  const replies = operations.flatMap(({ replies }) =>
    replies.filter(({ status }) => status === 'default' || Number(status) >= 400),
  );
  const [first, ...others] = replies;
  return (first?.headers ?? []).filter(({ name }) =>
    others.every(({ headers }) => headers.some((header) => header.name === name && header.required)),
  );
}
