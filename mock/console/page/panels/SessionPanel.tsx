import { useState } from 'preact/hooks';
import { type Controls, useAction } from '../hooks/useFetched';
import { dropKeys, keepKeys } from '../link/keys';
import { ConfirmButton } from '../parts/buttons';
import { type Choices, Field, submitting } from '../parts/Field';
import { Failure, Panel } from '../parts/Panel';

interface Props extends Controls {
  /** What the world that is shown is called. */
  readonly title: string;
  /** Whether the page knows the keys of the session that it shows. */
  readonly hasKeys: boolean;
  /** Shows another world. */
  readonly onSession: (session: string | undefined) => void;
}

const RECORDS: Choices = [
  ['', 'Those of the mock'],
  ['none', 'None'],
];
const LIMITS: Choices = [
  ['', 'Those of the plans'],
  ['unlimited', 'None'],
];

/** Opens a session, which is an isolated state with keys of its own, and ends the one that is shown. */
export function SessionPanel({ api, title, hasKeys, onSession, changed }: Props) {
  const [name, setName] = useState('');
  const [fixtures, setFixtures] = useState('');
  const [plans, setPlans] = useState('');
  const { failure, run } = useAction(changed);
  const open = async () => {
    const { id, apiKeys } = await api.openSession({
      name,
      ...(fixtures === 'none' ? { fixtures } : {}),
      ...(plans === 'unlimited' ? { plans } : {}),
    });
    keepKeys(id, apiKeys);
    onSession(id);
  };
  const end = async () => {
    await api.endSession();
    dropKeys(api.session);
    onSession(undefined);
  };
  return (
    <Panel title="Sessions">
      {api.session !== undefined && (
        <>
          <p>
            The page shows <b>{title}</b>.
          </p>
          <p class="hint">
            {hasKeys
              ? 'Requests reach it by its keys: they stand beside the rate limits.'
              : 'Requests reach it by its keys, which only what opened it was given: a program, or a tab of the console.'}
          </p>
          <div class="row">
            <ConfirmButton
              label="End session…"
              question="End this session? Its state is lost, and its keys are invalid from then on."
              confirmLabel="Yes, end it"
              onConfirm={() => run(end)}
            />
          </div>
        </>
      )}
      <details class="adjust column">
        <summary>New session</summary>
        <form class="form" onSubmit={submitting(() => run(open))}>
          <Field label="Name" placeholder="none" autocomplete="off" value={name} onText={setName} />
          <Field label="Records" choices={RECORDS} value={fixtures} onText={setFixtures} />
          <Field label="Rate limits" choices={LIMITS} value={plans} onText={setPlans} />
          <button type="submit" class="main">
            Open session
          </button>
        </form>
      </details>
      <Failure message={failure} />
    </Panel>
  );
}
