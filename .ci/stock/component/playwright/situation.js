// sample: storybook
