-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `authors`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE `authors` (
  `id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'its number',
  `name` varchar(45) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'it\'s; ''x''',
  `bio` mediumtext,
  `alive` tinyint(1) NOT NULL DEFAULT '1',
  `rank` tinyint unsigned DEFAULT NULL,
  `genre` enum('novel','poem, long','it''s') NOT NULL DEFAULT 'novel',
  `langs` set('en','de') DEFAULT NULL,
  `pay` decimal(8,0) DEFAULT '0',
  `place` point /*!80003 SRID 4326 */ NOT NULL,
  `seen` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `big` bigint(20) unsigned DEFAULT '-5',
  `key` varchar(10) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `u_name` (`name`(20),`alive`) USING BTREE,
  KEY `by_seen` (`seen` DESC),
  FULLTEXT KEY `words` (`bio`),
  SPATIAL KEY `where_is` (`place`)
) ENGINE=InnoDB AUTO_INCREMENT=201 DEFAULT CHARSET=utf8mb4 COMMENT='Who writes; (a lot)';
CREATE TABLE `books` (
  `id` int NOT NULL,
  `editor_id` int unsigned DEFAULT NULL,
  `title` varchar(10),
  PRIMARY KEY (`id`),
  KEY `fk_editor` (`editor_id`),
  CONSTRAINT `fk_editor` FOREIGN KEY (`editor_id`) REFERENCES `authors` (`id`) ON DELETE SET NULL
) ENGINE=InnoDB;
CREATE TABLE `author_book` (
  `author_id` int unsigned NOT NULL,
  `book_id` int NOT NULL,
  `added` datetime NOT NULL,
  PRIMARY KEY (`author_id`,`book_id`),
  KEY `book` (`book_id`),
  CONSTRAINT `a` FOREIGN KEY (`author_id`) REFERENCES `authors` (`id`) ON DELETE CASCADE,
  CONSTRAINT `b` FOREIGN KEY (`book_id`) REFERENCES `books` (`id`)
) COMMENT='who wrote what';
LOCK TABLES `authors` WRITE;
/*!40000 ALTER TABLE `authors` DISABLE KEYS */;
INSERT INTO `authors` VALUES (1,'a\'),(2,','x;'),(2,'b -- no',"q\")("),(3,_binary 'z',0x00);
INSERT INTO `authors` (`id`) VALUES (4) ON DUPLICATE KEY UPDATE `id`=VALUES(`id`);
/*!40000 ALTER TABLE `authors` ENABLE KEYS */;
UNLOCK TABLES;
INSERT INTO books VALUES (1,1,'x'),(2,1,'y');
INSERT INTO author_book VALUES (1,1,now()),(1,2,now()),(2,2,now());
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`%`*/ /*!50003 TRIGGER `ins` AFTER INSERT ON `books` FOR EACH ROW BEGIN
  INSERT INTO log VALUES (1); IF 1 THEN SET @a = CASE WHEN 1 THEN 2 END; END IF; END */;;
DELIMITER ;
/*!50001 CREATE VIEW `v` AS SELECT 1 AS `a`*/;
