export default {
  framework: '@storybook/react-vite',
  stories: ['../src/*.stories.jsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
