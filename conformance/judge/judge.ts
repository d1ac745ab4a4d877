import { type Contract, type Operation, own, type Resource } from '../../openapi/contract';
import { type Exchange, isOfNoOperation, isOfOneCaller, isOfOperation, isSafe, isSuccess } from '../exchange/exchange';
import { isRemoved } from '../exchange/removal';
import { listingOf } from '../records/lists/listing';
import { idOf, type Known, keyOf, recordOf, sameJson } from '../records/records';
import { ORACLES } from '../rules/oracles';
import { allowanceCount, judgeAtOnce } from '../rules/oracles/allowance-count';
import { isWrong } from '../rules/oracles/status';
import { RELATIONS } from '../rules/relations';
import { type History, shownBy, type Target } from '../rules/rule';
import type { Learning } from '../unspecified/learning';
import type { Cell, Finding } from '../verdict/result';
import { type BrokenRule, brokenIn, clauseFor, type Spoken, toKeep } from '../verdict/verdict';
import { type Changes, createChanges } from './changes';
import { type Choice, isChosenFor, isChosenOperation } from './choice';
import { createHistories, NOTHING_BEFORE } from './history';
import { createKnown, type KnownStore } from './known';
import { createResults, type Judgement, type Results } from './results';
import { createShownIds } from './shown-ids';
import { createTags } from './tags';
import { createViews } from './views';

/** Judges exchanges of the suite and of other clients. */
export interface Judge {
  /** What the exchanges so far have shown of the server's records to requests of the usual form. */
  readonly known: Known;
  /**
   * Judges an exchange by every chosen oracle and relation, and learns from it; not that of an operation whose removal is
   * over. Exchanges come in the order in which they took place, and none begins before the one before it has ended.
   */
  observe(exchange: Exchange): void;
  /**
   * Judges exchanges that took place at once, each by what was known before all of them. What it finds and did not find
   * before is no finding yet: the request alone may not show it.
   *
   * @param isFinal whether it is one, since the requests are not sent again by themselves
   */
  observeTogether(exchanges: readonly Exchange[], isFinal?: boolean): void;
  /**
   * Judges an exchange by what its own reply says, since what came before it is not known; of records only what it may have
   * changed is learnt.
   */
  observeApart(exchange: Exchange): void;
  /** Requests went by unseen: what was known of records and allowances may be so no more. */
  forget(): void;
  /**
   * What to do with further looks at an exchange before it is observed: they may show that what differs in it runs with the
   * clock. Undefined where they can't tell anything, or did so before.
   */
  doubtOf(exchange: Exchange): ((looks: readonly Exchange[]) => void) | undefined;
  /** Which rules had something to say of an exchange that was observed, and what. */
  spokenOf(exchange: Exchange): readonly Spoken[];
  /** What the rules found in it. */
  brokenBy(exchange: Exchange): readonly BrokenRule[];
  cells(): readonly Cell[];
  findings(): readonly Finding[];
}

/**
 * @param results collects the outcomes; a run adds those of its checks
 * @param learning is shown all exchanges, where what the server chooses is asked for
 */
export function createJudge(
  contract: Contract,
  target: Target,
  choice: Choice,
  results: Results = createResults([...ORACLES, ...RELATIONS].map(({ id }) => id)),
  known: KnownStore = createKnown(contract),
  learning?: Learning,
): Judge {
  const views = createViews(contract, known);
  const histories = createHistories(contract.allowanceHeaders);
  const tags = createTags(known);
  const shownIds = createShownIds();

  const changes = createChanges(known);
  const spoken = new WeakMap<Exchange, readonly Spoken[]>();

  const historyOf = (
    exchange: Exchange,
  ): ReturnType<typeof histories.before> & Pick<History, 'tagged' | 'shownBefore'> => ({
    ...histories.before(exchange),
    tagged: tags.before(exchange),
    shownBefore: shownIds.before,
  });
  const askOracles = (
    exchange: Exchange,
    before: ReturnType<typeof historyOf> | typeof NOTHING_BEFORE = historyOf(exchange),
  ): readonly Spoken[] => {
    const { operation } = exchange.request;
    const seen = { exchange, contract, target, ...before };
    return ORACLES.flatMap((rule) => {
      const breaches = rule.judge(seen);
      return breaches === undefined ? [] : [{ rule, operation, clause: () => rule.clause(seen), breaches }];
    });
  };

  const askRelations = (exchange: Exchange): readonly Spoken[] => {
    const purpose = known.purposeOf(exchange.request.operation);
    const seenBefore = views.of(exchange.request);
    if (purpose?.resource.isSure !== true || seenBefore === undefined || !isOfOperation(exchange)) return [];
    const shown = { ...shownBy(exchange, purpose, seenBefore), contract };
    return RELATIONS.flatMap((rule) => {
      const role = rule.reportedFor === 'exchanged' ? purpose.role : rule.reportedFor;
      const operation = purpose.resource.operations[role];
      // What only prepares for a chosen operation is not to be judged.
      if (operation === undefined || !isChosenOperation(operation, choice)) return [];
      const subject = { contract, operation, purpose: { ...purpose, role } };
      const breaches = rule.applies(subject) ? rule.judge(shown) : undefined;
      return breaches === undefined ? [] : [{ rule, operation, clause: () => rule.clause(subject), breaches }];
    });
  };

  /** Remembers what the rules say of an exchange, and reports those that were chosen: cases may ask for the others, too. */
  const report = (exchange: Exchange, all: readonly Spoken[], isFinding = (_: Spoken): boolean => true): void => {
    spoken.set(exchange, all);
    for (const one of all) {
      const { rule, operation, clause } = one;
      if (isChosenFor(operation, rule.id, choice) && isFinding(one))
        results.add(rule, operation, judgementOf(exchange, one, changes), clause);
    }
  };

  const served = new Set<Operation>();
  const count = (exchange: Exchange): void => {
    const { request } = exchange;
    const { operation, credential } = request;
    results.countExchange();
    if (served.has(operation) || !isSuccess(exchange) || !isOfOperation(exchange)) return;
    if (!isOfOneCaller(credential) || isWrong(request)) return;
    served.add(operation);
    results.noteServed(operation);
  };

  const observe = (exchange: Exchange): void => {
    count(exchange);
    learning?.observe(exchange);
    if (!isRemoved(exchange) && !isOfNoOperation(exchange)) {
      report(exchange, [...askOracles(exchange), ...askRelations(exchange)]);
    }
    views.learn(exchange);
    changes.note(exchange);
    histories.note(exchange, !isRemoved(exchange));
    tags.note(exchange);
    shownIds.note(exchange);
  };

  /** Judges the allowance of requests that were sent at once; returns the one that later ones may be held against. */
  const countAtOnce = (exchanges: readonly Exchange[]): Exchange | undefined => {
    if (exchanges.some(isRemoved)) return undefined;
    const keyNumber = exchanges.find(({ request }) => request.credential === 'main')?.keyNumber;
    const found = judgeAtOnce(exchanges, { contract, target, ...histories.ahead('main', keyNumber) });
    if (found === undefined) return undefined;
    const { breaches, last } = found;
    const { operation } = last.request;
    if (!isChosenFor(operation, allowanceCount.id, choice)) return undefined;
    const one = {
      rule: allowanceCount,
      operation,
      clause: () => allowanceCount.clause({ exchange: last, contract }),
      breaches,
    };
    results.add(one.rule, operation, judgementOf(last, one, changes), one.clause);
    return breaches.length === 0 ? last : undefined;
  };

  const doubted = new Set<string>();
  const doubtOf: Judge['doubtOf'] = (exchange) => {
    const { request } = exchange;
    if (!isSafe(request) || !isSuccess(exchange)) return undefined;
    const doubts = askRelations(exchange)
      .flatMap(({ breaches }) => breaches.flatMap(({ mayRun }) => mayRun ?? []))
      .filter(({ name }) => !doubted.has(`${request.operation.id} ${name}`));
    const { resource } = known.purposeOf(request.operation) ?? {};
    const view = views.of(request);
    if (doubts.length === 0 || resource === undefined || view === undefined) return undefined;
    for (const { name } of doubts) doubted.add(`${request.operation.id} ${name}`);
    return ([again, later]) => {
      if (again === undefined || later === undefined) return;
      for (const { name, id, was } of doubts) {
        const [first, second, third] = [exchange, again, later].map((look) => valueIn(look, resource, id, name));
        // What a look itself changes does not run by itself, and what comes to be as it has to be was late.
        const isMoved = third !== undefined && sameJson(first, second) && !sameJson(second, third);
        if (isMoved && !sameJson(third, was)) view.at(resource, request.path).running.add(name);
      }
    };
  };

  return {
    known,
    doubtOf,
    spokenOf: (exchange) => spoken.get(exchange) ?? [],
    brokenBy: (exchange) => brokenIn(spoken.get(exchange) ?? []),
    observe,
    observeApart(exchange) {
      count(exchange);
      learning?.observeApart(exchange);
      if (!isRemoved(exchange)) {
        report(exchange, askOracles(exchange, NOTHING_BEFORE));
      }
      views.suspect(exchange);
      histories.note(exchange, false);
      tags.forget();
    },
    forget() {
      learning?.forget();
      views.forget();
      tags.forget();
      histories.forget();
    },
    observeTogether(exchanges, isFinal = false) {
      const [first] = exchanges;
      if (first !== undefined && exchanges.length === 1) {
        observe(first);
        return;
      }
      // What one of them shows may be from before or after what another one changes.
      for (const exchange of exchanges) views.suspect(exchange);
      for (const exchange of exchanges) {
        count(exchange);
        learning?.observe(exchange);
        if (isRemoved(exchange)) continue;
        const relations = isContested(exchange, exchanges, known) ? [] : askRelations(exchange);
        report(
          exchange,
          [...askOracles(exchange), ...relations],
          ({ rule, operation, breaches }) => isFinal || breaches.every(({ key }) => results.has(rule, operation, key)),
        );
      }
      for (const exchange of exchanges) views.learn(exchange);
      for (const exchange of exchanges) changes.note(exchange);
      for (const exchange of exchanges) tags.note(exchange);
      for (const exchange of exchanges) shownIds.note(exchange);
      for (const exchange of exchanges) views.suspect(exchange);
      const counted = countAtOnce(exchanges);
      for (const exchange of exchanges) histories.note(exchange, false);
      if (counted !== undefined) histories.note(counted, true);
    },
    cells: results.cells,
    findings: results.findings,
  };
}

const judgementOf = (exchange: Exchange, { breaches, clause }: Spoken, changes: Changes): Judgement => ({
  outcome: breaches.length === 0 ? 'pass' : breaches.every(({ isExcusable }) => isExcusable === true) ? 'warn' : 'fail',
  observations: breaches.map((one) => {
    const { earlier: _, isExcusable: __, isDoneBetween: ___, pointer, ...breach } = one;
    const placed = pointer === undefined ? {} : { clause: clauseFor(one, clause()) };
    return toKeep({ ...breach, ...placed, exchanges: changes.evidenceFor(exchange, one) });
  }),
});

/** What a read or a list shows of a record. */
function valueIn(exchange: Exchange, resource: Resource, id: unknown, name: string): unknown {
  const record = listingOf(exchange, resource)?.byKey.get(keyOf(id)) ?? recordOf(exchange, resource);
  return record === undefined || keyOf(idOf(record, resource)) !== keyOf(id) ? undefined : own(record, name);
}

/**
 * Whether an exchange replaces or patches a record that others write to at the same time: its reply may show what those
 * have written.
 */
function isContested({ request }: Exchange, exchanges: readonly Exchange[], known: Known): boolean {
  const role = known.purposeOf(request.operation)?.role;
  if (role !== 'replace' && role !== 'patch') return false;
  return exchanges.some(
    ({ request: other }) =>
      other !== request &&
      !isSafe(other) &&
      other.operation.path === request.operation.path &&
      sameJson(other.path, request.path),
  );
}
