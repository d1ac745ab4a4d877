import { Shop } from './Shop';

// sample: storybook-story
