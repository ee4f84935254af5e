import { defineConfig } from 'vite';

// Only for `npm run dev`: skips the gateway, so that one can work on prices with two services up instead of ten.
export default defineConfig({
  root: 'web',
  build: { outDir: '../public' },
  server: {
    proxy: {
      '/api/pricing': {
        target: 'http://pricing:8000',
        rewrite: (path) => path.replace('/api/pricing', '/v1'),
      },
    },
  },
});
