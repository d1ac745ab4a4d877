import type { Line } from './line';

/** How Redis is doing, as far as it is seen from here. */
export interface StoreStatus {
  /** `lost`: there is no connection; `slow`: it does not answer in time; `refusing`: it answers that it can't at present. */
  readonly state: 'ok' | 'lost' | 'slow' | 'refusing';
  /** Unix milliseconds. */
  readonly since: number;
  /** What is wrong, in a sentence; undefined where all is well. */
  readonly reason: string | undefined;
}

interface Status {
  readonly present: StoreStatus;
  /** Is called every so often. */
  look(): void;
  listen(hear: (status: StoreStatus) => void): void;
}

interface Looked {
  lines(): readonly (Line | undefined)[];
  /** Asks for something that Redis refuses where it refuses anything; resolves where it does not. */
  probe(): Promise<unknown>;
}

/** While all is well, each so many looks Redis is asked something, also where nobody else does. */
const LOOKS_A_PROBE = 10;

/** Of where a connection leads to; at first all is well. */
export function createStatus({ lines, probe }: Looked): Status {
  let present: StoreStatus = { state: 'ok', since: Date.now(), reason: undefined };
  const listeners: ((status: StoreStatus) => void)[] = [];
  let looks = 0;
  let isProbing = false;

  const seen = (): Pick<StoreStatus, 'state' | 'reason'> => {
    const all = lines();
    if (all.some((line) => line?.isReady !== true)) return { state: 'lost', reason: 'Redis can not be reached.' };
    if (all.some((line) => line?.isLate)) return { state: 'slow', reason: 'Redis does not answer in time.' };
    const refusal = all.find((line) => line?.refusal !== undefined)?.refusal;
    return refusal === undefined ? { state: 'ok', reason: undefined } : { state: 'refusing', reason: refusal };
  };
  const probeOnce = (): void => {
    if (isProbing) return;
    isProbing = true;
    probe()
      .then(
        () => {
          for (const line of lines()) line?.forgetRefusal();
        },
        () => {},
      )
      .finally(() => {
        isProbing = false;
      });
  };
  return {
    get present() {
      return present;
    },
    look() {
      looks += 1;
      if (present.state !== 'ok' || looks % LOOKS_A_PROBE === 0) probeOnce();
      const { state, reason } = seen();
      if (state === present.state && reason === present.reason) return;
      const hasChanged = state !== present.state;
      present = { state, since: hasChanged ? Date.now() : present.since, reason };
      if (hasChanged) for (const hear of listeners) hear(present);
    },
    listen: (hear) => {
      listeners.push(hear);
    },
  };
}
