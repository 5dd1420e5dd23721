/** The subjects that a post's tags are chosen from. Ids are made of the names, so that they are the same on every machine. */
import { v5 as uuidv5 } from 'uuid';

const NAMESPACE = '6f0c6a0e-5d0f-4a55-9d2c-0b3c5b7f9a11';

const NAMES = [
  'Accessibility', 'Accounting', 'Agriculture', 'AI', 'Algorithms', 'Anatomy', 'Animation', 'Anthropology', 'Archaeology', 'Architecture',
  'Art', 'Art history', 'Astronomy', 'Aviation', 'Biochemistry', 'Biology', 'Books', 'Botany', 'Business', 'Careers',
  'Chemistry', 'Civics', 'Climate', 'Cloud computing', 'Cognitive science', 'Communication', 'Computer science', 'Cooking', 'Cryptography', 'Cybersecurity',
  'Data science', 'Databases', 'Design', 'DevOps', 'Ecology', 'Economics', 'Education', 'Electronics', 'Energy', 'Engineering',
  'Entrepreneurship', 'Environment', 'Ethics', 'Fashion', 'Film', 'Finance', 'Fitness', 'Game design', 'Gardening', 'Genetics',
  'Geography', 'Geology', 'Geometry', 'Government', 'Graphic design', 'Health', 'History', 'Human rights', 'Journalism', 'Language learning',
  'Law', 'Leadership', 'Linguistics', 'Literature', 'Logic', 'Machine learning', 'Management', 'Marketing', 'Mathematics', 'Medicine',
  'Mental health', 'Meteorology', 'Music', 'Nature', 'Networking', 'Neuroscience', 'Nursing', 'Nutrition', 'Oceanography', 'Open source',
  'Parenting', 'Personal development', 'Philosophy', 'Photography', 'Physics', 'Podcasting', 'Politics', 'Probability', 'Product management', 'Productivity',
  'Programming', 'Project management', 'Psychology', 'Public health', 'Public speaking', 'Quantum computing', 'Religion', 'Research methods', 'Robotics', 'Sales',
  'Science', 'Sociology', 'Software engineering', 'Space', 'Sports', 'Startups', 'Statistics', 'Study skills', 'Sustainability', 'Technology',
  'Theatre', 'Travel', 'Typography', 'Urban planning', 'User experience', 'Video', 'Web development', 'Writing', 'Zoology',
] as const;

export const POST_TAGS: readonly { _id: string; tag_name: string }[] = NAMES.map((name) => ({ _id: uuidv5(name, NAMESPACE), tag_name: name }));
