/** A body that is larger than words say that one may be. */
import { memoized, type Operation, replyFor, sentencesAround, stringifyJson } from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import { type Subject, strictBodyOf } from '../../exchange/subject';
import { knownBody } from '../../requests/bodies/valid';
import type { Case, CaseContext } from '../../steps/check';
import { fetchPath, sendParts } from '../../steps/paths/paths';
import { fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';

/** A service looks at the size of each body in one place: one operation shows it. */
export function ofLarge({ contract, operation }: Subject): readonly Case[] {
  const isTold = (one: Operation): boolean =>
    one.method === 'POST' && strictBodyOf(one) !== undefined && largestOf(one) !== undefined;
  if (contract.operations.find(isTold) !== operation) return [];
  return [{ name: 'a body that is too large', kind: 'size', tier: 1, run: sendLarge }];
}

/** A good body, and spaces behind it: nothing else is wrong with it. */
async function sendLarge(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const most = largestOf(subject.operation) ?? 0;
  const path = await fetchPath(context);
  const sendWith = async (spaces: number) => {
    const rawBody = stringifyJson(knownBody(context, subject).body) + ' '.repeat(spaces);
    return replied(await sendParts(context, { path, rawBody }));
  };
  const exchange = await sendWith(Math.ceil(most * 1.05) + 1024);
  if (exchange.response.status === 413) return PASS;
  if (!isSuccess(exchange) && !isSuccess(await sendWith(0)))
    return skip(`it is refused anyway: ${outcomeOf(exchange)}`);
  return fail({
    expected: `the status 413 for a body of more than ${most} bytes`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'large body',
    topic: { wanted: 413, defect: 'a large body' },
  });
}

/** More is never sent. */
const MOST_BYTES = 1_100_000;

/** How many bytes a body may have, by words beside the 413 of an operation, or around it where they name that status. */
export const largestOf = memoized((operation: Operation): number | undefined => {
  const reply = replyFor(operation, 413);
  if (reply?.status !== 413) return undefined;
  const around = sentencesAround(operation).flatMap((text) => text.match(/[^|;]{0,80}\b413\b[\s|]*[^|;]{0,80}/g) ?? []);
  const sizes = [reply.description, ...around]
    .filter(
      (text) =>
        !/\b(?:files?|uploads?|images?|photos?|attachments?|headers?|fields?|notes?|names?|ur[il]s?|decompress\w*|unpacked|plans?|accounts?|tiers?|quotas?|days?|hours?|minutes?|seconds?|pdf|csv|may|might|about|roughly)\b/i.test(
          text,
        ),
    )
    .flatMap((text) => [...text.matchAll(SAYS_SIZE)])
    .flatMap(([, amount = '', unit = '']) => {
      const bytes = Number(amount.replaceAll(/[, _]/g, '')) * (UNITS.get(unit.charAt(0).toLowerCase()) ?? Number.NaN);
      return bytes > 0 && bytes <= MOST_BYTES ? [bytes] : [];
    });
  return new Set(sizes).size === 1 ? sizes[0] : undefined;
});

const SAYS_SIZE =
  /\b(?:(?:more|larger|bigger|greater|longer) than|over|above|beyond|exceed(?:s|ing)?|at most|up to|not more than|limit(?:ed)? (?:of|to|is)|maximum(?: size)?(?: of| is)?)\b[^.;\d]{0,20}(\d[\d, _]*(?:\.\d+)?) ?-?(bytes?|octets?|k(?:i?b|ilobytes?|ibibytes?)|m(?:i?b|egabytes?|ebibytes?))\b/gi;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['o', 1],
  ['k', 1024],
  ['m', 1024 * 1024],
]);
