import { render } from 'preact';
import { App } from './App';

const root = document.getElementById('console');
if (root !== null) render(<App base={new URL('./', location.href).pathname} />, root);
