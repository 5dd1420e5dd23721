import { HomePage } from '#ui/features/home/home-page.tsx';
import { ThreadsPage } from '#ui/features/threads/threads-page.tsx';

export const HomeScreen = () => (
  <HomePage>
    <ThreadsPage />
  </HomePage>
);
