import { useState } from 'preact/hooks';
import type { RecordedRequest } from '../../../../openapi/types/control';
import { isSame } from '../model/journal';
import { RequestRow } from './RequestRow';

interface Props {
  readonly requests: readonly RecordedRequest[];
  readonly opened: RecordedRequest | undefined;
  readonly detailId: string;
  readonly onOpen: (request: RecordedRequest) => void;
}

/** How many rows are rendered at first; few, since the table may change sixty times a second. */
const STEP = 100;

export function RequestTable({ requests, opened, detailId, onOpen }: Props) {
  const [drawn, setDrawn] = useState(STEP);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard too.
    <section class="scroll requests-box" aria-label="List of requests" tabIndex={0}>
      <table class="requests-table">
        <thead>
          <tr>
            <th scope="col" class="at">
              Time
            </th>
            <th scope="col" class="method">
              Method
            </th>
            <th scope="col" class="target">
              Path
            </th>
            <th scope="col" class="outcome">
              Status
            </th>
            <th scope="col" class="key">
              Key
            </th>
            <th scope="col" class="took">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.slice(0, drawn).map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              open={opened !== undefined && isSame(request, opened)}
              detailId={detailId}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      {requests.length > drawn && (
        <p class="more">
          <button type="button" onClick={() => setDrawn(drawn + STEP)}>
            Show {Math.min(STEP, requests.length - drawn)} more
          </button>
        </p>
      )}
    </section>
  );
}
