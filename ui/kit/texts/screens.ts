/** The names of the main screens, in the navigation and the account menu. */
export const screenNames = {
  threads: 'Threads',
  search: 'Search',
  library: 'Library',
  posts: 'Posts',
} as const;
