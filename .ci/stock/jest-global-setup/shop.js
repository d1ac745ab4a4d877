/** The program under test: all that it knows of the mock is an address and a key. */
module.exports = async function shopWindow(baseUrl, apiKey) {
  const reply = await fetch(`${baseUrl}/pets?status=available`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!reply.ok) return 'Back soon';
  const pets = await reply.json();
  return pets.map(({ name }) => name).join(', ') || 'Sold out';
};
