import type { RecordedMessage } from '../../../../openapi/types/control';
import { prettyJson } from '../link/exact-json';

interface Props {
  readonly title: string;
  readonly message: RecordedMessage;
}

/** Headers and body of a request or of a reply, as text. */
export function MessageView({ title, message: { headers, body, truncated } }: Props) {
  return (
    <div class="message">
      <h4>{title}</h4>
      <dl class="headers">
        {headers.map(({ name, value }, at) => (
          // The index makes the key unique, since a header may be repeated.
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body === null || body === '' ? (
        <p class="hint">No body.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard too.
        <pre class="scroll body" tabIndex={0}>
          {prettyJson(body)}
        </pre>
      )}
      {truncated && <p class="hint">The journal keeps no more than this beginning of the body.</p>}
    </div>
  );
}
