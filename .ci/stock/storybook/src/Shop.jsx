import { useEffect, useState } from 'react';

export function Shop() {
  const [state, setState] = useState({ pets: [], status: 0 });
  const load = async () => {
    const reply = await fetch('/v1/pets?limit=2', { headers: { authorization: 'Bearer demo-free' } });
    setState({ status: reply.status, pets: reply.ok ? await reply.json() : [] });
  };
  useEffect(() => void load(), []);
  return (
    <main>
      <output>{state.status === 200 ? 'Open' : `Back soon: ${state.status}`}</output>
      <ul>{state.pets.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>
      <button type="button" onClick={load}>Try again</button>
    </main>
  );
}
