import { useMemo } from 'preact/hooks';
import type { RecordedRequest } from '../../../../openapi/types/control';
import { targetOf } from '../model/journal';
import { durationInWords, preciseTimeOf } from '../model/time';
import { Status } from '../parts/Status';

interface Props {
  readonly request: RecordedRequest;
  readonly open: boolean;
  readonly detailId: string;
  readonly onOpen: (request: RecordedRequest) => void;
}

/** Rendered again only when it opens or closes: there are many rows, and a recorded request does not change. */
export function RequestRow({ request, open, detailId, onOpen }: Props) {
  return useMemo(() => {
    const { id, at, method, status, key, durationMs, fault } = request;
    return (
      <tr class={open ? 'open' : ''}>
        <td class="at">{preciseTimeOf(Date.parse(at))}</td>
        <td class="method">{method}</td>
        <td class="target">
          <button
            type="button"
            class="stretched"
            aria-expanded={open}
            aria-controls={open ? detailId : undefined}
            data-request={id}
            onClick={() => onOpen(request)}
          >
            {targetOf(request)}
          </button>
        </td>
        <td class="outcome">
          <Status status={status} />
          {fault !== null && (
            <>
              {' '}
              <span class="badge alarm">fault {fault}</span>
            </>
          )}
        </td>
        <td class="key">{key ?? <span class="hint">none</span>}</td>
        <td class="took">{durationInWords(durationMs)}</td>
      </tr>
    );
  }, [request, open, detailId, onOpen]);
}
