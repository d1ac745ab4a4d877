import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RecordedRequest } from '../../../openapi/types/control';
import { type Controls, useFetched } from './hooks/useFetched';
import { type LoadOlder, useOffline } from './hooks/useLive';
import { usePlace } from './hooks/usePlace';
import { keptKeys } from './link/keys';
import type { ContractSummary } from './model/contract';
import type { Draft } from './model/faults';
import { type ClockReading, readingOf } from './model/figures';
import { keysOf } from './model/worlds';
import { AllowancesPanel } from './panels/AllowancesPanel';
import { ClockPanel } from './panels/ClockPanel';
import { FaultsPanel, type Proposal } from './panels/FaultsPanel';
import { LeftOpenPanel } from './panels/LeftOpenPanel';
import { RecordsPanel } from './panels/RecordsPanel';
import { RequestsPanel } from './panels/RequestsPanel';
import { SessionPanel } from './panels/SessionPanel';
import { StatePanel } from './panels/StatePanel';

interface Props extends Controls {
  /** What the world is called. */
  readonly title: string;
  readonly contract: ContractSummary;
  readonly journal: readonly RecordedRequest[];
  readonly loadOlder: LoadOlder;
  readonly pulse: number;
  readonly onSession: (session: string | undefined) => void;
}

/**
 * The panels of one world.
 *
 * To add one:
 * 1. Write `panels/<Name>Panel.tsx` with the `Panel` of `parts/Panel.tsx`; `ClockPanel` is a small one to copy. What
 *    needs no browser goes into `model/`, styles into `styles/`, colours into `styles/colours.css`, where a test
 *    holds their contrast.
 * 2. Add it below. `useFetched` loads again whenever `pulse` says that something changed. What sends requests stands
 *    in a fieldset that is disabled while `useOffline` says so.
 * 3. A new request is a function of `createApi` in `link/api.ts`, with its type from `openapi/control.yaml`. What may
 *    hold integers of 64 bits goes as text, through `model/json.ts`.
 * 4. Run `npm run bundle:pages`, start the mock anew, and test the panel by its title in
 *    `mock/console/console-controls.test.ts`. `console-layout.test.ts` there has the order of the headings and the
 *    most that the page may weigh.
 */
export function World({ api, title, contract, journal, loadOlder, pulse, onSession, changed }: Props) {
  const controls = { api, changed };
  const lastReading = useRef<ClockReading | undefined>(undefined);
  const loadClock = useCallback(async () => {
    lastReading.current = readingOf(await api.clock(), performance.now(), lastReading.current);
    return lastReading.current;
  }, [api]);
  const reading = useFetched(loadClock, pulse).value;
  const kept = useMemo(() => keptKeys(api.session), [api]);
  const allowances = (useFetched(api.allowances, pulse).value ?? []).map((one) => ({
    ...one,
    demoValue: one.demoValue ?? kept.get(one.name),
  }));
  const keyValues = new Map(
    allowances.flatMap(({ name, demoValue }) => (demoValue === undefined ? [] : [[name, demoValue]])),
  );
  const faults = useFetched(api.faults, pulse).value ?? [];
  const choices = useFetched(api.choices, pulse).value;
  const [proposal, setProposal] = useState<Proposal>({ round: 0, draft: undefined, replaced: undefined });
  /** The draft of a fault that was typed and is not switched on. */
  const typed = useRef<Draft | undefined>(undefined);
  const propose = (draft: Draft) => {
    const replaced = typed.current;
    // What comes back after it was replaced is as if it was typed again.
    typed.current = draft === proposal.replaced ? draft : undefined;
    setProposal(({ round }) => ({ round: round + 1, draft, replaced }));
  };
  const offline = useOffline();
  useKeptFocus(offline);
  return (
    <>
      <RequestsPanel
        {...controls}
        journal={journal}
        loadOlder={loadOlder}
        contract={contract}
        keyValues={keyValues}
        onPropose={propose}
      />
      <fieldset class="side column" disabled={offline}>
        <div class="stack column">
          <ClockPanel {...controls} reading={reading} />
          <FaultsPanel
            {...controls}
            faults={faults}
            contract={contract}
            proposal={proposal}
            typed={typed}
            onPropose={propose}
            keys={keysOf(allowances)}
          />
        </div>
        <div class="stack column">
          <AllowancesPanel {...controls} allowances={allowances} reading={reading} />
          <SessionPanel {...controls} title={title} hasKeys={kept.size > 0} onSession={onSession} />
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
  const { document } = usePlace();
  // Read before the page is changed: a browser takes the focus away from what is disabled.
  if (disabled && !wasDisabled.current) last.current = document.activeElement;
  wasDisabled.current = disabled;
  useLayoutEffect(() => {
    if (!disabled && document.activeElement === document.body && last.current instanceof HTMLElement)
      last.current.focus();
  }, [document, disabled]);
}
