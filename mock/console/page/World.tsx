import { useCallback } from 'preact/hooks';
import type { RecordedRequest } from '../../../openapi/types/control';
import { useFetched } from './hooks/useFetched';
import { useKeptFocus } from './hooks/useKeptFocus';
import type { LoadOlder } from './hooks/useLive';
import type { Api } from './link/api';
import { useOffline } from './link/link-context';
import { readingOf } from './model/clock-reading';
import type { ContractSummary } from './model/contract';
import { keysOf } from './model/keys';
import { AllowancesPanel } from './panels/AllowancesPanel';
import { ClockPanel } from './panels/ClockPanel';
import { FaultsPanel } from './panels/FaultsPanel';
import { RecordsPanel } from './panels/RecordsPanel';
import { RequestsPanel } from './panels/RequestsPanel';
import { SilencesPanel } from './panels/SilencesPanel';
import { StatePanel } from './panels/StatePanel';

interface Props {
  readonly api: Api;
  readonly contract: ContractSummary;
  readonly journal: readonly RecordedRequest[];
  readonly loadOlder: LoadOlder;
  readonly pulse: number;
  readonly changed: () => void;
}

/** The panels of one world. */
export function World({ api, contract, journal, loadOlder, pulse, changed }: Props) {
  const loadClock = useCallback(async () => readingOf(await api.clock(), performance.now()), [api]);
  const reading = useFetched(loadClock, pulse).value;
  const allowances = useFetched(api.allowances, pulse).value ?? [];
  const faults = useFetched(api.faults, pulse).value ?? [];
  const choices = useFetched(api.choices, pulse).value;
  const offline = useOffline();
  useKeptFocus(offline);
  return (
    <>
      <RequestsPanel api={api} journal={journal} loadOlder={loadOlder} contract={contract} changed={changed} />
      <fieldset class="side" disabled={offline}>
        <div class="stack">
          <ClockPanel api={api} reading={reading} changed={changed} />
          <FaultsPanel
            api={api}
            faults={faults}
            operationIds={contract.operations.map(({ id }) => id)}
            keys={keysOf(allowances)}
            changed={changed}
          />
        </div>
        <div class="stack">
          <AllowancesPanel api={api} allowances={allowances} reading={reading} changed={changed} />
          <StatePanel api={api} changed={changed} />
          <SilencesPanel api={api} choices={choices} changed={changed} />
        </div>
      </fieldset>
      <RecordsPanel api={api} pulse={pulse} changed={changed} />
    </>
  );
}
