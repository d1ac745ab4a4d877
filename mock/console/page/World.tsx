import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import type { RecordedRequest } from '../../../openapi/types/control';
import { type Controls, useFetched } from './hooks/useFetched';
import { type LoadOlder, useOffline } from './hooks/useLive';
import type { ContractSummary } from './model/contract';
import { readingOf } from './model/figures';
import { keysOf } from './model/worlds';
import { AllowancesPanel } from './panels/AllowancesPanel';
import { ClockPanel } from './panels/ClockPanel';
import { FaultsPanel } from './panels/FaultsPanel';
import { LeftOpenPanel } from './panels/LeftOpenPanel';
import { RecordsPanel } from './panels/RecordsPanel';
import { RequestsPanel } from './panels/RequestsPanel';
import { StatePanel } from './panels/StatePanel';

interface Props extends Controls {
  readonly contract: ContractSummary;
  readonly journal: readonly RecordedRequest[];
  readonly loadOlder: LoadOlder;
  readonly pulse: number;
}

/** The panels of one world. */
export function World({ api, contract, journal, loadOlder, pulse, changed }: Props) {
  const controls = { api, changed };
  const loadClock = useCallback(async () => readingOf(await api.clock(), performance.now()), [api]);
  const reading = useFetched(loadClock, pulse).value;
  const allowances = useFetched(api.allowances, pulse).value ?? [];
  const faults = useFetched(api.faults, pulse).value ?? [];
  const choices = useFetched(api.choices, pulse).value;
  const offline = useOffline();
  useKeptFocus(offline);
  return (
    <>
      <RequestsPanel {...controls} journal={journal} loadOlder={loadOlder} contract={contract} />
      <fieldset class="side column" disabled={offline}>
        <div class="stack column">
          <ClockPanel {...controls} reading={reading} />
          <FaultsPanel
            {...controls}
            faults={faults}
            operationIds={contract.operations.map(({ id }) => id)}
            keys={keysOf(allowances)}
          />
        </div>
        <div class="stack column">
          <AllowancesPanel {...controls} allowances={allowances} reading={reading} />
          <StatePanel {...controls} />
          <LeftOpenPanel {...controls} choices={choices} />
        </div>
      </fieldset>
      <RecordsPanel {...controls} pulse={pulse} />
    </>
  );
}

/** Gives the focus back, once they are enabled again, to what had it when the controls of the page were disabled. */
function useKeptFocus(disabled: boolean): void {
  const last = useRef<Element | null>(null);
  const wasDisabled = useRef(disabled);
  // Read before the page is changed: a browser takes the focus away from what is disabled.
  if (disabled && !wasDisabled.current) last.current = document.activeElement;
  wasDisabled.current = disabled;
  useLayoutEffect(() => {
    if (!disabled && document.activeElement === document.body && last.current instanceof HTMLElement)
      last.current.focus();
  }, [disabled]);
}
