import { useId, useState } from 'preact/hooks';
import { type Controls, useAction } from '../hooks/useFetched';
import { ConfirmButton } from '../parts/buttons';
import { Failure, Panel } from '../parts/Panel';

/** Resets the world, saves its state to a file, and loads it from one. */
export function StatePanel({ api, changed }: Controls) {
  const id = useId();
  const [outcome, setOutcome] = useState('');
  const { failure, run } = useAction(changed);
  const runAndReport = (text: string, action: () => Promise<unknown>) => {
    setOutcome('');
    run(async () => {
      await action();
      setOutcome(text);
    });
  };
  return (
    <Panel title="State">
      <div class="row">
        <ConfirmButton
          label="Reset…"
          question="Records, allowances, bans, clock, faults and request log as at the start?"
          confirmLabel="Yes, reset"
          onConfirm={() => runAndReport('Everything is as at the start.', api.reset)}
        />
        <button
          type="button"
          onClick={() =>
            runAndReport('Saved.', async () => save(await api.state(), `${api.session ?? 'default'}-state.json`))
          }
        >
          Save as JSON
        </button>
        <span class="upload">
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file === undefined) return;
              runAndReport(`Loaded ${file.name}.`, async () => api.putState(await file.text()));
              // Lets the same file be chosen again.
              currentTarget.value = '';
            }}
          />
          <label for={id}>Load JSON…</label>
        </span>
      </div>
      <p role="status" class="hint">
        {outcome}
      </p>
      <Failure message={failure} />
    </Panel>
  );
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
