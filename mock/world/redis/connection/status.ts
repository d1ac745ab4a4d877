import type { StoreStatus } from '../../stores/status';
import type { Line } from './line';

interface Status {
  readonly present: StoreStatus;
  /** Is called every so often. */
  look(): void;
  listen(hear: (status: StoreStatus) => void): void;
}

interface Looked {
  lines(): readonly (Line | undefined)[];
  /** Why everything is refused here from now on; undefined where it is not. */
  barred(): string | undefined;
  /** Asks for something that Redis refuses where it refuses anything; resolves where it does not. */
  probe(): Promise<unknown>;
}

/** While all is well, each so many looks Redis is asked something, also where nobody else does. */
const LOOKS_A_PROBE = 10;

/** Of where a connection leads to; at first all is well. */
export function createStatus({ lines, barred, probe }: Looked): Status {
  let present: StoreStatus = { state: 'ok', since: Date.now(), reason: undefined };
  const listeners: ((status: StoreStatus) => void)[] = [];
  let looks = 0;
  let isProbing = false;

  const seen = (): Pick<StoreStatus, 'state' | 'reason'> => {
    const all = lines();
    const reason = barred();
    if (reason !== undefined) return { state: 'refusing', reason };
    if (all.some((line) => line?.isReady !== true)) return { state: 'lost', reason: 'Redis can not be reached.' };
    if (all.some((line) => line?.isLate)) return { state: 'slow', reason: 'Redis does not answer in time.' };
    if (all.some((line) => line?.isSlow)) return { state: 'slow', reason: 'Redis takes long to answer.' };
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
