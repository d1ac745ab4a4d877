import { stringifyJson } from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { idOf, type JsonRecord, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { fits, knownBody } from '../../requests/valid';
import type { Case, CaseContext } from '../../steps/check';
import { fetchPath, leadsNowhere, NOWHERE } from '../../steps/paths';
import { isReadable, markOf, requestRecord } from '../../steps/records';
import { PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

/**
 * Bodies of many packets, whose characters of several bytes may come in two pieces. How large a body may be is open: a
 * server may refuse it with a 4xx. What comes back of it is judged by relations.
 */
export function ofLarge(subject: Subject): readonly Case[] {
  return bodyOf(subject.operation) === undefined
    ? []
    : [{ name: 'a body of 150 kB, else one of 16 kB', tier: 3, run: judgeLarge }];
}

async function judgeLarge(context: CaseContext): Promise<Verdict> {
  const path = await fetchPath(context, context.subject);
  let verdict: Verdict = PASS;
  for (const write of [padded, (text: string) => text]) {
    const rawBody = write(stringifyJson(largeBody(context)));
    const exchange = await context.send(toRequest(context.subject.operation, { path, rawBody }));
    if (leadsNowhere(context, exchange)) return skip(NOWHERE);
    if (isSuccess(exchange)) return read(context, exchange);
    if (exchange.response === undefined || exchange.response.status >= 500) verdict = unjudged(exchange);
  }
  return verdict;
}

/** The text is where the first 64 kB of the request end: so much is read at once. */
const padded = (text: string): string => ' '.repeat(56_000) + text + ' '.repeat(Math.max(0, 94_000 - text.length));

/** With a text of 16 kB where the schema has room for one. */
function largeBody(context: CaseContext): JsonRecord {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { body } = knownBody(context, subject, { [markOf(subject) ?? '']: '\u8a9e\u{1F408}'.repeat(2300) });
  return media !== undefined && fits(media, body) ? body : knownBody(context, subject).body;
}

async function read(context: CaseContext, made: Exchange): Promise<Verdict> {
  const { subject } = context;
  const record = recordOf(made, subject.purpose?.resource);
  if (subject.purpose?.role !== 'create' || record === undefined || !isReadable(subject)) return PASS;
  await requestRecord(context, subject.purpose.resource, idOf(record, subject.purpose.resource));
  return PASS;
}
