/** What stands for an application: it shows the animals, or that the shop is closed. */
export async function showShop(baseUrl) {
  const reply = await fetch(`${baseUrl}/pets?limit=2`, { headers: { authorization: 'Bearer demo-free' } });
  const pets = reply.ok ? await reply.json() : [];
  document.querySelector('ul').replaceChildren(
    ...pets.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
  );
  document.querySelector('output').textContent = reply.ok ? 'Open' : `Back soon: ${reply.status}`;
}
