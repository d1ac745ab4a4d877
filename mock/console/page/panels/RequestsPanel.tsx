import { useCallback, useId, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { RecordedRequest } from '../../../../openapi/types/control';
import { type Controls, useAction } from '../hooks/useFetched';
import { type LoadOlder, useOffline } from '../hooks/useLive';
import { usePlace } from '../hooks/usePlace';
import type { ContractSummary } from '../model/contract';
import type { Draft } from '../model/faults';
import { arrivedSince, hasBegunAnew, isSame, KEPT, NO_FILTER, passes } from '../model/journal';
import { Failure, Panel } from '../parts/Panel';
import { RequestDetail } from './RequestDetail';
import { RequestFilter, RequestTable } from './RequestTable';

interface Props extends Controls {
  /** Newest first. */
  readonly journal: readonly RecordedRequest[];
  readonly loadOlder: LoadOlder;
  readonly contract: ContractSummary;
  /** The values of keys, by their names, as far as they are known. */
  readonly keyValues: ReadonlyMap<string | null, string>;
  readonly onPropose: (draft: Draft) => void;
}

const USUAL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

export function RequestsPanel({ api, journal, loadOlder, contract, keyValues, onPropose, changed }: Props) {
  const detailId = useId();
  const [filter, setFilter] = useState(NO_FILTER);
  const [paused, setPaused] = useState<readonly RecordedRequest[]>();
  const [opened, setOpened] = useState<RecordedRequest>();
  /** The first request of the journal, once it was found that none came before it. */
  const [first, setFirst] = useState<RecordedRequest>();
  const { failure, run } = useAction(changed);
  const offline = useOffline();
  const { document } = usePlace();

  const shown = paused ?? journal;
  const passing = useMemo(() => shown.filter(passes(filter)), [shown, filter]);
  const methods = useMemo(() => [...new Set([...USUAL_METHODS, ...shown.map(({ method }) => method)])], [shown]);
  const oldest = shown.at(-1);
  const mayHaveOlder = oldest !== undefined && shown.length >= KEPT && !(first !== undefined && isSame(first, oldest));
  const showOlder = () =>
    run(async () => {
      if (oldest === undefined) return;
      const older = await loadOlder(oldest);
      setPaused((last) => last && [...last, ...older]);
      if (older.length < KEPT) setFirst(older.at(-1) ?? oldest);
    });
  const toggle = useCallback(
    (request: RecordedRequest) =>
      setOpened((last) => (last !== undefined && isSame(last, request) ? undefined : request)),
    [],
  );
  // After the journal was cleared, ids are given again: the opened request must not match a new one.
  useLayoutEffect(() => {
    if (opened !== undefined && hasBegunAnew(shown, opened)) setOpened(undefined);
  }, [shown, opened]);
  const close = () => {
    setOpened(undefined);
    // Back to the row that had the focus.
    document.querySelector<HTMLElement>(`[data-request="${opened?.id}"]`)?.focus();
  };

  return (
    <Panel
      title="Requests"
      name="requests"
      aside={
        <div class="row">
          <button
            type="button"
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused ? undefined : journal)}
          >
            Pause
          </button>
          <button
            type="button"
            disabled={offline}
            onClick={() => {
              setPaused(undefined);
              run(api.clearRequests);
            }}
          >
            Clear log
          </button>
        </div>
      }
    >
      <RequestFilter filter={filter} methods={methods} onFilter={setFilter} />
      <p class="hint">{countInWords(passing.length, shown.length, paused && arrivedSince(paused, journal))}</p>
      <Failure message={failure} />
      {passing.length > 0 && <RequestTable requests={passing} opened={opened} detailId={detailId} onOpen={toggle} />}
      {mayHaveOlder && (
        <p>
          <button type="button" disabled={offline} onClick={showOlder}>
            Load {KEPT} older
          </button>
        </p>
      )}
      {opened !== undefined && (
        <RequestDetail
          id={detailId}
          request={opened}
          contract={contract}
          keyValue={keyValues.get(opened.key)}
          onPropose={onPropose}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function countInWords(passing: number, shown: number, waiting: number | undefined): string {
  const count = shownInWords(passing, shown);
  if (waiting === undefined) return count;
  return `${count} Paused; ${waiting >= KEPT ? `${KEPT} or more` : waiting} came since.`;
}

function shownInWords(passing: number, shown: number): string {
  if (shown === 0) return 'None yet. They appear here as they come.';
  if (shown === 1) return passing === 1 ? 'One request.' : 'One request, which does not match.';
  return passing === shown ? `The last ${shown} requests, newest first.` : `${passing} of the last ${shown} requests.`;
}
