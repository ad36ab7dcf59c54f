import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { packed } from './scripts/packed'

export default defineConfig({
  plugins: [react(), packed()],
  build: {
    // Fonts and pictures stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A file for each set of pages that share something would be a hundred requests for one list. What all begin with is one file,
          // what many pages share is a second. Small parts that several pages share are a third, without the fields of forms: these bring
          // large parts of the library. The pages of census files share nearly all they have. Only the rest stands by itself.
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 8, priority: 1 },
            { name: 'census', test: /src.features.census/, minShareCount: 2, includeDependenciesRecursively: false },
            {
              name: 'often',
              test: /src.(ui.(?!fields)|lib|api|shared|session)|tabler/,
              minShareCount: 3,
              maxModuleSize: 3_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/user/': 'http://127.0.0.1:8080' } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Generous: a slow machine is no failure, and whole forms in a simulated browser are slow.
    testTimeout: 60_000,
    // By itself Vitest leaves one core idle, which on two cores is half of them.
    maxWorkers: '100%',
    restoreMocks: true,
  },
})
