import type { Random } from './random';

export type Abort =
  | 'CONNECTION_RESET_BY_PEER'
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE';

/** What shall go wrong, and when; one of `status`, `delayMs` and `abort` at least, and not both `status` and `abort`. */
export interface FaultRule {
  /** Of this operation alone. */
  readonly operationId?: string;
  /** Of this key alone, by its name. */
  readonly key?: string;
  /** Answers with this status in the error envelope. */
  readonly status?: number;
  /** Waits so long, by the real time. */
  readonly delayMs?: number;
  /** Breaks the connection off. */
  readonly abort?: Abort;
  /** How often it strikes, 0 to 1; when left out, always. */
  readonly probability?: number;
  /** How often it strikes at the most. */
  readonly times?: number;
}

export interface Fault {
  readonly id: string;
  readonly rule: FaultRule;
  /** How often it has struck. */
  readonly struck: number;
}

/** What befalls one request. */
export interface Stroke {
  /** How long it waits, by the real time, before anything else. */
  readonly delayMs: number;
  /** What ends it, and the fault that does; undefined where it goes on after the delay. */
  readonly end: FaultEnd | undefined;
  /** Every fault that struck, in their order. */
  readonly ids: readonly string[];
}

export type FaultEnd =
  | { readonly id: string; readonly status: number }
  | { readonly id: string; readonly abort: Abort };

/** The faults of a world, in the order of their making. */
export interface Faults {
  /** Its id is another than that of any fault that this world has had. */
  add(rule: FaultRule): Fault;
  list(): readonly Fault[];
  /** False where there is none of this id. */
  remove(id: string): boolean;
  clear(): void;
  /** As at the start: none, and ids from 1 on again. */
  reset(): void;
  /** Puts these, ids and strikes included, in place of all that there are. */
  restore(faults: readonly Fault[]): void;
  /**
   * What befalls a request of this operation and this key; undefined where nothing does.
   *
   * Faults are tried in their order: delays add up, and the first that answers or aborts is the last that is tried. A
   * number is drawn for each fault that is tried, applies, is not used up and leaves something to chance, and for no other:
   * one whose probability is 0 or 1 does not shift the luck of those after it, unless it ends the request.
   */
  strike(operationId: string | undefined, keyName: string | undefined): Stroke | undefined;
}

interface Kept {
  readonly id: string;
  readonly rule: FaultRule;
  struck: number;
}

/** @param random what decides on chance; nothing else should draw from it, or a run does not repeat */
export function createFaults(random: Random): Faults {
  let faults: readonly Kept[] = [];
  let lastNumber = 0;
  return {
    add(rule) {
      lastNumber += 1;
      const fault = { id: String(lastNumber), rule: { ...rule }, struck: 0 };
      faults = [...faults, fault];
      return { ...fault };
    },
    list: () => faults.map((fault) => ({ ...fault })),
    remove(id) {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear() {
      faults = [];
    },
    reset() {
      faults = [];
      lastNumber = 0;
    },
    restore(restored) {
      faults = restored.map(({ id, rule, struck }) => ({ id, rule: { ...rule }, struck }));
      lastNumber = Math.max(lastNumber, ...faults.map(({ id }) => numberOf(id)));
    },
    strike(operationId, keyName) {
      // The common case, on every request's path.
      if (faults.length === 0) return undefined;
      const struck: Kept[] = [];
      for (const fault of faults) {
        if (!applies(fault, operationId, keyName) || !isDrawn(fault.rule, random)) continue;
        fault.struck += 1;
        struck.push(fault);
        if (endOf(fault) !== undefined) break;
      }
      const last = struck.at(-1);
      if (last === undefined) return undefined;
      return {
        delayMs: struck.reduce((sum, { rule: { delayMs = 0 } }) => sum + delayMs, 0),
        end: endOf(last),
        ids: struck.map(({ id }) => id),
      };
    },
  };
}

function applies({ rule, struck }: Kept, operationId: string | undefined, keyName: string | undefined): boolean {
  if (rule.operationId !== undefined && rule.operationId !== operationId) return false;
  if (rule.key !== undefined && rule.key !== keyName) return false;
  return rule.times === undefined || struck < rule.times;
}

function isDrawn({ probability = 1 }: FaultRule, random: Random): boolean {
  return probability >= 1 || (probability > 0 && random() < probability);
}

function endOf({ id, rule: { status, abort } }: Kept): FaultEnd | undefined {
  if (abort !== undefined) return { id, abort };
  return status === undefined ? undefined : { id, status };
}

/** The number of an id such as are made here; of others, and of those beyond what is ever counted to, 0. */
function numberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}
