import type { Exchange } from '../../exchange/exchange';
import { toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';
import { markOf, rarestChoices } from '../../steps/records';
import { skip, type Verdict } from '../../verdict/verdict';

/** A create with the limit key, and how its record could be told from others. */
interface MarkedCreate {
  readonly exchange: Exchange;
  readonly mark: string;
  readonly text: string;
}

/** Sends a create with the limit key, of a body that no other record has. */
export async function sendMarkedCreate(context: CaseContext): Promise<MarkedCreate | Verdict> {
  const operation = context.subject.purpose?.resource.operations.create;
  if (operation === undefined) return skip('nothing can be created');
  const subject = { ...context.subject, operation };
  const mark = markOf(subject);
  if (mark === undefined) return skip('no field can tell the record from others');
  const text = `Over the limit ${context.options.seed.toString(36)}`;
  // With a value for each filter, so that a filtered list short enough shows it.
  const { body } = knownBody(context, subject, rarestChoices(context));
  const request = toRequest(operation, { body: { ...body, [mark]: text }, credential: 'limit' });
  return { exchange: await context.send(request), mark, text };
}
