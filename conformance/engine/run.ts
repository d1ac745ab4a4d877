import { type Contract, type Part, partsOf } from '../../openapi/contract';
import type { CaseContext, Check } from '../model/check';
import { type Exchange, isSuccess, type Request } from '../model/exchange';
import type { RunRecord } from '../model/finding';
import { carry } from '../model/keys';
import type { Known } from '../model/known';
import { recordOf } from '../model/records';
import { toRequest } from '../model/request';
import { requiredQuery } from '../model/required-query';
import { isStream, subjectsOf } from '../model/subject';
import { inconclusive, type Verdict } from '../model/verdict';
import { fetchParents } from '../steps/fetch-parents';
import { createGovernor, type Governor, OutOfBudget } from './governor';
import { createKnown } from './known';
import type { RunEvents, RunOptions } from './options';
import { caseOptionsOf, type Planned, plan } from './plan';
import { createRecord } from './record';
import { createTransport } from './transport';

/** The run could not begin: the target can't be reached, or refuses the key. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}

/**
 * Judges a server by the contract.
 *
 * @throws CannotJudge when there is nothing to judge
 */
export async function run(
  contract: Contract,
  checks: readonly Check[],
  options: RunOptions,
  events: RunEvents,
): Promise<RunRecord> {
  const planned = plan(contract, checks, options);
  if (planned.length === 0)
    throw new CannotJudge('Nothing is left to check: see --checks, --exclude-checks and --operations.');
  const transport = createTransport(options.transport);
  const record = createRecord(contract, checks, options);
  const names = contract.allowanceHeaders;
  const governor = createGovernor(
    transport,
    {
      baseUrl: options.target.baseUrl,
      maxRequests: options.maxRequests,
      maxTimeMs: options.maxTimeMs,
      ratePerMinute: options.ratePerMinute,
      headers: options.headers,
      carried: (request) => carry(request, options.keys),
      allowance: { remaining: names.remaining?.toLowerCase(), reset: names.reset?.toLowerCase() },
      onWait: events.onWait,
    },
    record.exchange,
  );
  try {
    await probe(contract, governor);
    await runAll(contract, options, planned, governor, record, events);
  } finally {
    await transport.close();
  }
  return record.end(governor.sent);
}

/** One request that every server has to answer, so that a wrong address or key is told at once. */
async function probe(contract: Contract, governor: Governor): Promise<void> {
  const gettable = subjectsOf(contract).filter(
    ({ operation }) => operation.method === 'GET' && !operation.path.includes('{') && !isStream(operation),
  );
  const subject = gettable.find(({ part }) => part?.role === 'list') ?? gettable[0];
  if (subject === undefined) return;
  const exchange = await governor
    .send(toRequest(subject.operation, { query: requiredQuery(subject) }), 'probe', false)
    .catch((error: unknown) => {
      if (error instanceof OutOfBudget) throw new CannotJudge(`The server could not be asked: ${error.message}.`);
      throw error;
    });
  if (exchange.failure?.kind === 'unreachable') {
    throw new CannotJudge(
      `The server can't be reached: ${exchange.failure.message}. See --base-url, and --proxy, --ca or --insecure.`,
    );
  }
  if (exchange.response?.status === 401) {
    throw new CannotJudge('The server refuses the key (401). See --api-key, or the variable ANIMAL_STORE_API_KEY.');
  }
}

async function runAll(
  contract: Contract,
  options: RunOptions,
  planned: readonly Planned[],
  governor: Governor,
  record: ReturnType<typeof createRecord>,
  events: RunEvents,
): Promise<void> {
  const known = createKnown(options.examplesGiven);
  const caseOptions = caseOptionsOf(options);
  const parts = partsOf(contract);
  let stopped: string | undefined;
  for (const one of planned) {
    const { check, subject } = one;
    events.onProgress({ check: check.id, requests: governor.sent, findings: record.findings });
    if (record.failures >= options.maxFailures)
      stopped ??= `stopped after ${record.failures} violations (--max-failures)`;
    if (stopped !== undefined) {
      record.verdicts(one, [inconclusive(stopped)]);
      continue;
    }
    const context: CaseContext = {
      contract,
      target: options.target,
      subject,
      options: caseOptions,
      known,
      send: async (asked: Request): Promise<Exchange> => {
        const request = await fetchParents(context, asked);
        const exchange = await governor.send(request, check.id, request.credential === 'limit');
        noteChange(known, parts.get(request.operation), exchange);
        return exchange;
      },
      wait: (milliseconds) => governor.wait(milliseconds, 'the reset of the limit key'),
    };
    const verdicts = await settle(one, context);
    record.verdicts(one, verdicts);
    if (governor.left <= 0) stopped ??= 'the budget of requests (--max-requests) was used up before';
  }
}

/** What a record was before it was replaced, patched or deleted is not held against the server. */
function noteChange(known: Known, part: Part | undefined, exchange: Exchange): void {
  if (part === undefined || !isSuccess(exchange) || !['replace', 'patch', 'delete'].includes(part.role)) return;
  const { resource, role } = part;
  const id = exchange.request.path[resource.idParameter?.name ?? ''];
  const wasCreated = known.created(resource.name).has(id);
  known.forget(resource.name, id);
  const record = recordOf(exchange);
  if (role !== 'delete' && record !== undefined) known.see(resource.name, id, record, exchange, wasCreated);
}

async function settle(one: Planned, context: CaseContext): Promise<readonly Verdict[]> {
  try {
    const came = await one.case.run(context);
    return Array.isArray(came) ? came : [came as Verdict];
  } catch (error) {
    if (error instanceof OutOfBudget) return [inconclusive(error.message)];
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [{ outcome: 'error', reason }];
  }
}
