import { Status } from '../../../console/page/parts/Panel';
import type { Reply } from '../model/document';
import { ContentView } from '../parts/ContentView';
import { Markdown, parseMarkdown } from '../parts/Markdown';
import { Disclosure } from '../parts/parts';
import { Field } from '../parts/SchemaParts';

/** The documented replies; the first that is a success is open. */
export function Replies({ replies }: { readonly replies: readonly Reply[] }) {
  const success = replies.find(({ status }) => status.startsWith('2'));
  return (
    <div class="column">
      {replies.map((reply) => (
        <Disclosure key={reply.status} isOpen={reply === success} summary={<Line reply={reply} />}>
          {() => <ReplyDetails reply={reply} />}
        </Disclosure>
      ))}
    </div>
  );
}

function Line({ reply: { status, description } }: { readonly reply: Reply }) {
  return (
    <>
      {/^\d{3}$/.test(status) ? <Status status={Number(status)} /> : <span class="status">{status}</span>}{' '}
      {shortOf(description)}
    </>
  );
}

function ReplyDetails({ reply: { status, description, headers, content, links } }: { readonly reply: Reply }) {
  return (
    <>
      {shortOf(description) !== description.trim().replaceAll('`', '') && <Markdown text={description} />}
      <ContentView content={content} of={`the reply ${status}`} />
      {headers.length > 0 && (
        <Disclosure summary={headers.length === 1 ? '1 header' : `${headers.length} headers`}>
          {() => (
            <ul class="members plain">
              {headers.map((header) => (
                <Field key={header.name} {...header} />
              ))}
            </ul>
          )}
        </Disclosure>
      )}
      {links.length > 0 && (
        <Disclosure summary={links.length === 1 ? '1 link' : `${links.length} links`}>
          {() => (
            <ul class="members plain">
              {links.map(({ name, operationId, target, description: said }) => (
                <li key={name} class="field column">
                  <code class="field-name">{name}</code> leads to{' '}
                  {operationId === '' ? (
                    <code>{target}</code>
                  ) : (
                    <a href={`#operation/${encodeURIComponent(operationId)}`}>{target}</a>
                  )}
                  <Markdown text={said} />
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </>
  );
}

/** The first line without its Markdown, since a line that opens has no room for links. */
const shortOf = (text: string): string => parseMarkdown(text.trim().split('\n')[0] ?? '').textContent.trim();
