import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { DocsConfig } from '../config';
import { Contents } from './Contents';
import { Credentials } from './Credentials';
import { GroupView } from './GroupView';
import { find } from './model/find';
import type { Operation, Reference } from './model/model';
import type { Target } from './model/request';
import type { Credentials as Typed } from './model/scheme';
import { OperationRow } from './operation/OperationRow';
import { Pages } from './Pages';
import { DocumentContext } from './parts/document-context';
import { Markdown } from './parts/Markdown';
import { Schemas } from './Schemas';
import { TopBar } from './TopBar';
import { usePlace } from './use-place';

interface Props {
  readonly reference: Reference;
  readonly config: DocsConfig;
  /** What the path of every request begins with, with the mock's origin. */
  readonly baseUrl: string;
}

export function App({ reference, config, baseUrl }: Props) {
  const { schemes, groups, title } = reference;
  const { demoKey } = config;
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState<Typed>(() =>
    demoKey === undefined ? {} : Object.fromEntries(schemes.map(({ name }) => [name, demoKey])),
  );
  // What the search has hidden can't be gone to.
  const { open, toggle } = usePlace(useCallback(() => setSearch(''), []));
  useEffect(() => {
    document.title = `${title}, API reference`;
  }, [title]);
  const target = useMemo<Target>(
    () => ({ document: reference.document, baseUrl, schemes, credentials: typed, demoKey }),
    [reference, baseUrl, schemes, typed, demoKey],
  );
  const found = useMemo(() => find(groups, search), [groups, search]);
  const row = (operation: Operation, tried?: Target) => (
    <OperationRow
      key={operation.anchor}
      operation={operation}
      target={tried}
      isOpen={open.has(operation.anchor)}
      onToggle={() => toggle(operation.anchor)}
    />
  );
  return (
    <DocumentContext.Provider value={reference.document}>
      <a class="skip" href="#main">
        Skip to the operations
      </a>
      <TopBar reference={reference} config={config} />
      <div class="layout">
        <Contents groups={found} search={search} onSearch={setSearch} />
        <main id="main" tabIndex={-1}>
          <section class="panel" aria-label="About">
            <Markdown text={reference.description} level={2} />
            <Pages pages={reference.pages} />
            <p class="hint">
              Requests go to this mock: <code>{baseUrl}</code>
            </p>
          </section>
          <Credentials schemes={schemes} typed={typed} onTyped={setTyped} />
          {found.length === 0 && <p role="status">No operation has “{search}”.</p>}
          {found.map((group) => (
            <GroupView key={group.name} group={group}>
              {group.operations.map((operation) => row(operation, target))}
            </GroupView>
          ))}
          {reference.webhooks.length > 0 && (
            <GroupView group={{ name: 'Webhooks', description: 'Requests that the server sends.' }}>
              {reference.webhooks.map((operation) => row(operation))}
            </GroupView>
          )}
          <Schemas schemas={reference.schemas} open={open} />
        </main>
      </div>
    </DocumentContext.Provider>
  );
}
